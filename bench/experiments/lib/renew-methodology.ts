/** Makes METHODOLOGY's regions on experiments anew from their files, that on repeats, and that on the protocol. */
import { readFileSync } from 'node:fs'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { equals } from '../aa.ts'
import { checkerCost } from '../checker-cost.ts'
import { coverage } from '../coverage.ts'
import { emulationSpeed } from '../emulation-speed.ts'
import { arbitraryInputs } from '../fuzz.ts'
import { generatorAgreement } from '../generators.ts'
import { headroom } from '../headroom.ts'
import { idleServers } from '../idle.ts'
import { countedEquals } from '../instructions.ts'
import { interleaved } from '../interleaved.ts'
import { processors } from '../processors.ts'
import { ticks } from '../ticks.ts'
import { untilSure } from '../until.ts'
import { METHODOLOGY, type Shown, withExperiment } from './experiment.ts'
import { withProtocol } from './protocol-table.ts'
import { withRepeats } from './repeats.ts'

/** The page as the files of all experiments have it. */
export function withAllExperiments(page: string): string {
  const experiments = [
    arbitraryInputs,
    equals,
    checkerCost,
    countedEquals,
    coverage,
    emulationSpeed,
    generatorAgreement,
    headroom,
    idleServers,
    interleaved,
    processors,
    ticks,
    untilSure,
  ]
  const shown = experiments.reduce((text, experiment) => withExperiment(text, experiment as Shown<unknown>), page)
  return withRepeats(withProtocol(shown))
}

if (import.meta.main) writeFileAtomically(METHODOLOGY, withAllExperiments(readFileSync(METHODOLOGY, 'utf8')))
