/** Asks the frame for a drawing. */
export interface DiagramRequest {
  readonly id: number;
  readonly source: string;
  readonly dark: boolean;
  readonly colours: DiagramColours;
}

/** The page's colours, as CSS colours. */
export interface DiagramColours {
  readonly background: string;
  readonly node: string;
  readonly border: string;
  readonly line: string;
  readonly text: string;
  readonly accent: string;
}

/** What the frame tells: that it can draw, and each drawing. */
export type DiagramMessage =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'drawn';
      readonly id: number;
      readonly drawing:
        | {
            readonly ok: true;
            readonly svg: string;
            readonly width: number;
            readonly height: number;
          }
        | { readonly ok: false; readonly error: string };
    };
