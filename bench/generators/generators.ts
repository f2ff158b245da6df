import type { Protocol } from '../result.ts'
import { autocannon } from './autocannon.ts'
import type { LoadGenerator } from './generator.ts'

/** The load generators, by the name that `--generator` takes. */
export const generators: Record<Protocol['generator'], LoadGenerator> = { autocannon }
