/** Who wrote something. */
export interface Author {
  readonly name: string;
  readonly kind: 'person' | 'agent';
}
