import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { defineConfig, type Plugin } from 'vite';

/**
 * Builds the frame in which diagrams are drawn: a page of its own with one classic script. Its origin is opaque, so it
 * could not load modules; and the library must not weigh on the page itself.
 */
function mermaidFrame(): Plugin {
  return {
    name: 'mermaid-frame',
    apply: 'build',
    async generateBundle() {
      const result = await build({
        entryPoints: [resolve(import.meta.dirname, 'mermaid-frame/mermaid-frame.ts')],
        bundle: true,
        format: 'iife',
        minify: true,
        write: false,
        target: 'es2022',
        legalComments: 'none',
        define: { 'process.env.NODE_ENV': '"production"' },
      });
      const source = result.outputFiles[0]?.contents ?? new Uint8Array();
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const script = `assets/mermaid-frame-${hash}.js`;
      this.emitFile({ type: 'asset', fileName: script, source });
      this.emitFile({
        type: 'asset',
        fileName: 'mermaid-frame.html',
        source: `<!doctype html><meta charset="utf-8"><title>Diagrams</title><body><script src="./${script}"></script></body>\n`,
      });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: {
    outDir: resolve(import.meta.dirname, '../../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [mermaidFrame()],
});
