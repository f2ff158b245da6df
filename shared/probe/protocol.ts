/** Parts of protocols that several pages read. */
import { z } from 'zod'
import { count } from '../format/fields.ts'

export const Processes = z.looseObject({ processes: count.min(1) })

/** Of probes whose order or requests are drawn. */
export const Drawn = Processes.extend({ seed: count })

/** The program that counts instructions; null if none were counted. */
export const Counter = z.string().nullable()
