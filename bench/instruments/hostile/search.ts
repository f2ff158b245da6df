/** Searches the worst inputs of a family with a fixed budget, and measures an input by size. */
import type { Input, Size } from '../../../charts/instruments/hostile/format.ts'
import type { Random } from '../../../shared/basics/random.ts'
import { type Family, inputOf, textOf } from './inputs.ts'

/** One request, and the CPU milliseconds of the thread that responds. */
export type Exchange = Omit<Size, 'milliseconds'> & { milliseconds: number }

/** Sends a value's JSON to a server; null where the wire cannot carry it. @throws if there is no response */
export type Send = (json: string) => Promise<Exchange | null>

/** Inputs of a family that are drawn at random. Of the worst of them, all options of each part are then tried in turn. */
export const DRAWN = 32
/** Bytes of a candidate. */
const SEARCHED = 16_000
/** Requests with the same input: of a candidate, before the measured ones, and measured ones of each size. */
const TRIED = 2
const WARM_UP = 6
const MEASURED = 3
/** Milliseconds: a request that is expected to take longer is sent once, or not at all. */
const LONG = 30
const LONGEST = 10_000

/** Returns the least work of several requests: other work of the thread, such as garbage collection, only adds. */
async function least(send: Send, json: string, times: number): Promise<Exchange | null> {
  const seen = await send(json)
  if (seen === null || times <= 1) return seen
  const next = await least(send, json, times - 1)
  return next && next.milliseconds < seen.milliseconds ? next : seen
}

/** Returns the input that causes most work, and the one that causes most bytes; none where the wire carries none. */
export async function worstOf(send: Send, { parts }: Family, random: Random, bytes = SEARCHED): Promise<Input[]> {
  const names = Object.keys(parts) as (keyof typeof parts)[]
  const draw = () =>
    Object.fromEntries(names.map((name) => [name, random.pick(parts[name])])) as Parameters<typeof inputOf>[0]
  const worst = [0, 1].map(() => ({ chosen: draw(), figure: -1 }))
  const consider = async (chosen: ReturnType<typeof draw>) => {
    const seen = await least(send, textOf(inputOf(chosen), bytes), TRIED)
    const figures = seen ? [seen.milliseconds, seen.received / seen.bytes] : []
    for (const [of, figure] of figures.entries())
      if (figure > (worst[of]?.figure as number)) worst[of] = { chosen, figure }
  }
  for (let i = 0; i < DRAWN; i++) await consider(draw())
  for (const of of worst.keys())
    for (const name of names)
      for (const option of parts[name]) await consider({ ...(worst[of]?.chosen ?? draw()), [name]: option })
  const found = worst.filter(({ figure }) => figure >= 0).map(({ chosen }) => JSON.stringify(inputOf(chosen)))
  return [...new Set(found)].map((input) => JSON.parse(input) as Input)
}

/** Measures an input at rising sizes, as long as the next one is not expected to take too long. */
export async function measureInput(send: Send, input: Input, sizes: readonly number[]): Promise<Exchange[]> {
  await least(send, textOf(input, sizes[2] ?? SEARCHED), WARM_UP)
  const measured: Exchange[] = []
  for (const bytes of sizes) {
    const [last] = measured.slice(-1)
    const expected = last ? (last.milliseconds * bytes) / last.bytes : 0
    if (expected > LONGEST) break
    const seen = await least(send, textOf(input, bytes), expected > LONG ? 1 : MEASURED)
    if (seen) measured.push(seen)
  }
  return measured
}
