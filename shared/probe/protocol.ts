/** Parts of protocols that several pages read. */
import { z } from 'zod'
import { count } from '../format/fields.ts'
import type { Contents } from '../format/measurement.ts'

export const Processes = z.looseObject({ processes: count.min(1) })

/** Protocol of probes whose order or requests are random. */
export const Drawn = Processes.extend({ seed: count })

/** The program that counts instructions; null if none were counted. */
export const Counter = z.string().nullable()

/** Whether callgrind counted, which counts a little differently from QEMU: pages show only counts by QEMU. */
export const isByCallgrind = ({ protocol, environment }: Contents) =>
  [protocol.counter, environment.generatorVersion].some((counter) =>
    `${counter}`.startsWith('callgrind'),
  )

/** Returns why no page shows a file with less of something than this, as with `--quick`; null if one may. */
export const whyTooSmall =
  (least: Readonly<Record<string, number>>) =>
  ({ protocol }: Pick<Contents, 'protocol'>): string | null => {
    const [lacking] = Object.entries(least).filter(([part, number]) => {
      const value = protocol[part]
      return typeof value === 'number' && value < number
    })
    if (!lacking) return null
    const [part, number] = lacking
    return `has ${part} ${protocol[part]}, but publication needs ${number} or more`
  }
