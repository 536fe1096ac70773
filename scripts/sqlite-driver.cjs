// The packaged SQLite driver as one file: the package's own are a dozen, each of which a short command would read.
exports.version = require('better-sqlite3/package.json').version;
exports.Database = require('better-sqlite3/lib/database.js');
