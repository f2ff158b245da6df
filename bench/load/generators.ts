import type { Protocol } from '../../shared/results/format.ts'
import { autocannon } from './autocannon.ts'
import { builtin } from './builtin/builtin.ts'
import type { LoadGenerator } from './generator.ts'
import { wrk } from './wrk.ts'

/** Load generators by their `--generator` name. */
export const generators: Record<Protocol['generator'], LoadGenerator> = { builtin, autocannon, wrk }
