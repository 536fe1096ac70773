import { type Context, createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** A context for what a page holds, and the hook by which components below its provider reach it. */
export function createPageContext<Page>(): readonly [Context<Page | null>, () => Page] {
  const context = createContext<Page | null>(null);
  const use = (): Page => {
    const page = useContext(context);
    if (page === null) throw new Error('This component stands outside its page.');
    return page;
  };
  return [context, use];
}
