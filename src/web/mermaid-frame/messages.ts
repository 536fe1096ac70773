/** Asks the frame for a drawing. */
export interface DiagramRequest {
  readonly id: number;
  readonly source: string;
  readonly dark: boolean;
}

/** What the frame tells: that it can draw, and each drawing. */
export type DiagramAnswer =
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
