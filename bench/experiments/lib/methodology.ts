/** METHODOLOGY's regions on experiments, from their files, and its table of the protocol, from the code that keeps to it. */
import { readFileSync } from 'node:fs'
import { replaceRegion, table } from '../../../charts/text/markdown.ts'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { grouped } from '../../../shared/basics/text.ts'
import { defaultProtocol, LEAST_ROUNDS } from '../../../shared/result/default-protocol.ts'
import { defaultLimits } from '../../contenders/server-process.ts'
import { LONGEST_LEAD_IN } from '../../load/builtin/load.ts'
import { LONGEST_IDLE, RING } from '../../load/builtin/session.ts'
import { REQUEST_TIMEOUT } from '../../load/generator.ts'
import { INVALID_ONE_IN, LONGEST_LOAD } from '../../load/requests.ts'
import { NOISE_LIMITS } from '../../machine/noise.ts'
import { INTERVAL } from '../../machine/sampler.ts'
import { CHECKS_PER_SECOND } from '../../measure/checker.ts'
import { quickProtocol, USUAL_LENGTH } from '../../measure/protocol.ts'
import { LEAST_WARM_UP, REPEATS } from '../../measure/warm-up.ts'
import { equals } from '../aa.ts'
import { coverage } from '../coverage.ts'
import { arbitraryInputs } from '../fuzz.ts'
import { generatorAgreement } from '../generators.ts'
import { models } from '../models.ts'
import { quickRuns } from '../quick.ts'
import { ticks } from '../ticks.ts'
import { warmUp } from '../warm-up.ts'
import { METHODOLOGY, type Shown, withExperiment } from './experiment.ts'

/** The page with these regions made anew. */
export function withAllExperiments(page: string): string {
  const experiments = [arbitraryInputs, equals, coverage, generatorAgreement, models, quickRuns, ticks, warmUp]
  const shown = experiments.reduce((text, experiment) => withExperiment(text, experiment as Shown<unknown>), page)
  return replaceRegion(shown, 'protocol', table(['what', 'by default'], rows(), ['left', 'left']))
}

function rows(): string[][] {
  const { connections, pipelining, rounds, durationSeconds, sliceSeconds } = defaultProtocol
  const { stealPercent, foreignPercent, frequencyPercent } = NOISE_LIMITS
  return [
    ['connections', `${connections}, with ${pipelining} request in flight on each`],
    ['rounds', `as many as fit ${USUAL_LENGTH / 60} minutes, ${LEAST_ROUNDS} to ${rounds}`],
    ['a trial’s load', `${durationSeconds} s, in slices of ${sliceSeconds} s`],
    ['servers of a group', `${defaultProtocol.groupSize} at the most, the baseline among them`],
    [
      'warm-up',
      `${LEAST_WARM_UP} s and ${grouped(defaultProtocol.warmupRequests)} requests at least, ${defaultProtocol.warmupSeconds} s at most`,
    ],
    [
      'with `--quick`',
      `${quickProtocol.rounds} rounds of ${quickProtocol.durationSeconds} s each after the same warm-up, in groups of ${quickProtocol.groupSize} at the most`,
    ],
    ['a server must listen', `within ${defaultLimits.startTimeout / 1000} s`],
    ['between SIGTERM and SIGKILL', `${defaultLimits.stopTimeout / 1000} s`],
    ['a slice’s window opens', `after ${LONGEST_LEAD_IN} s at the latest`],
    ['a request times out', `after ${REQUEST_TIMEOUT} s`],
    [
      'requests prepared',
      `${RING} a connection, ${grouped(RING * connections)} in all; of long ones ${LONGEST_LOAD} MB`,
    ],
    ['invalid requests', `one of ${INVALID_ONE_IN}`],
    ['a connection is opened anew', `after ${LONGEST_IDLE} s in which it was not used`],
    ['the checker', `${CHECKS_PER_SECOND} requests a second`],
    ['memory and CPU are sampled', `every ${INTERVAL} ms`],
    [
      'a slice is noisy',
      `the hypervisor took more than ${stealPercent}% of a pinned CPU, other processes more than ${foreignPercent}%, or its frequency changed by more than ${frequencyPercent}% (where the kernel tells); the machine swapped or throttled`,
    ],
    ['turns loaded again because of noise', `at most ${REPEATS * 100}% of those that count`],
  ]
}

if (import.meta.main) writeFileAtomically(METHODOLOGY, withAllExperiments(readFileSync(METHODOLOGY, 'utf8')))
