/**
 * A queue whose subjects take turns, so that many items of one subject do not delay those of the others. The items of a
 * subject keep their order.
 */
export class FairQueue<Item> {
  /** Items by subject. The subject whose turn is next comes first. */
  readonly #items = new Map<string, Item[]>();

  get isEmpty(): boolean {
    return this.#items.size === 0;
  }

  get size(): number {
    return [...this.#items.values()].reduce((total, items) => total + items.length, 0);
  }

  add(subject: string, item: Item): void {
    const items = this.#items.get(subject);
    if (items) items.push(item);
    else this.#items.set(subject, [item]);
  }

  take(): Item | undefined {
    const [next] = this.#items;
    if (!next) return undefined;
    const [subject, items] = next;
    const item = items.shift();
    this.#items.delete(subject);
    if (items.length > 0) this.#items.set(subject, items);
    return item;
  }

  takeAll(matches: (item: Item) => boolean): readonly Item[] {
    const taken: Item[] = [];
    for (const [subject, items] of this.#items) {
      const left = items.filter((item) => !matches(item));
      if (left.length === items.length) continue;
      taken.push(...items.filter(matches));
      if (left.length > 0) this.#items.set(subject, left);
      else this.#items.delete(subject);
    }
    return taken;
  }
}
