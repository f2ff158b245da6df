import { InvalidArgumentError } from 'commander'
import { RUNTIMES, type RuntimeName } from '../../../shared/result/disclosure.ts'
import { COUNTER_KINDS } from '../../../shared/result/instructions.ts'
import { measureValidators, VALIDATOR_PROCESSES, VALIDATOR_SECONDS } from '../../application/measure-validators.ts'
import { SERVERS_DIR } from '../../contenders/servers.ts'
import { findLibraries, findRuntimes, LIBRARIES_DIR } from '../../validators/libraries.ts'
import { command, value } from '../command.ts'
import { counter, fixedSeed, names, out, processes, quick, resultFile, seconds, serversDir } from '../options.ts'

export const validators = command({
  name: 'validators',
  description: 'time, count and weigh validation libraries in process, with the model of update-user and without HTTP',
  timed: true,
  options: {
    processes: processes(VALIDATOR_PROCESSES, 1),
    seconds: value('<s>', 'seconds of calls of an operation in a process, and as many before any is timed', seconds, {
      standard: VALIDATOR_SECONDS,
      quick: 0.02,
    }),
    counter: counter([...COUNTER_KINDS, 'none']),
    seed: fixedSeed,
    quick,
    out: out('validators'),
    servers: value('<a,b>', 'only the libraries of these folders', names),
    runtime: value('<a,b>', 'only on these: node, bun, deno (default: all that are installed)', runtimeNames),
    serversDir,
  },
  async run({ servers: asked, runtime, serversDir, processes, seconds, counter, seed, ...options }) {
    const on = findRuntimes(runtime ?? RUNTIMES, runtime !== undefined)
    const { libraries, notInstalled } = findLibraries([SERVERS_DIR, LIBRARIES_DIR, ...serversDir], asked, on)
    const plan = { libraries, notInstalled, processes, seconds, counter, seed, out: resultFile(options) }
    const status = await measureValidators(plan)
    return asked && notInstalled.length > 0 ? Math.max(status, 1) : status
  },
})

function runtimeNames(text: string): RuntimeName[] {
  const list = names(text)
  if (list.every((name): name is RuntimeName => RUNTIMES.some((known) => known === name))) return list
  throw new InvalidArgumentError(`It takes ${RUNTIMES.join(', ')}.`)
}
