/** What `discuss --help` prints. */
export const helpText = 'discuss [OPTIONS] [FILE…]\n';
