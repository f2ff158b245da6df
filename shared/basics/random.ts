import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Seeded randomness: the same seed gives the same sequence on every machine. */
export interface Random {
  /** Returns an integer between two inclusive bounds. */
  integer(from: number, to: number): number
  /** Returns a seed of other randomness. */
  seed(): number
  pick<T>(items: readonly T[]): T
  /** Returns a copy in random order (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[]
}

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed)
  const integer = (from: number, to: number) => uniformInt(generator, from, to)
  return {
    integer,
    seed: () => integer(0, 2 ** 31 - 1),
    pick: (items) => items[integer(0, items.length - 1)] as (typeof items)[number],
    shuffle(items) {
      const shuffled = [...items]
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = integer(0, i)
        const swapped = shuffled[i] as (typeof items)[number]
        shuffled[i] = shuffled[j] as (typeof items)[number]
        shuffled[j] = swapped
      }
      return shuffled
    },
  }
}
