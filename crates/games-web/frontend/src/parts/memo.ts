// Draws a component again only when one of its properties is another value.

import { Component, type ComponentChildren, type FunctionComponent } from "preact";

export function memo<P extends object>(draw: (props: P) => ComponentChildren): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const keys = new Set([...Object.keys(this.props), ...Object.keys(next)]) as Set<keyof P>;
      return [...keys].some((key) => this.props[key] !== next[key]);
    }
    override render() {
      return draw(this.props as P) as never;
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}
