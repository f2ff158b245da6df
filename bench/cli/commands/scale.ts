/** `scale <scenario>`: the same servers with 1, 2, … processes each, and a chart of what that brings. */
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { type Command, Option } from 'commander'
import { drawScaling } from '../../../charts/specs/scaling.ts'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { readResult } from '../../../shared/result/file.ts'
import { measureAndReport } from '../../application/measure-and-report.ts'
import { protocolOf } from '../../measure/protocol.ts'
import { BASELINE } from '../../measure/run-plan.ts'
import { say } from '../../terminal/output.ts'
import {
  positiveInteger,
  SCENARIO_NAMES,
  scenarioNamed,
  seconds,
  userPath,
  workers as workersOption,
} from '../options.ts'
import {
  chosenServers,
  leftOutLines,
  missingServersStatus,
  type ServerOptions,
  withServerOptions,
} from '../server-options.ts'

interface ScaleOptions extends ServerOptions {
  upTo: number
  out: string
  rounds?: number
  duration?: number
}

export function addScaleCommand(program: Command, finish: (status: number) => void): void {
  const command = program
    .command('scale')
    .usage('<scenario> [options]')
    .argument('[scenario]', SCENARIO_NAMES)
    .description('measure servers with 1, 2, … processes each (node:cluster) and draw how they scale')
    .addOption(
      new Option('--up-to <n>', 'largest number of processes')
        .argParser(workersOption)
        .default(availableParallelism(), 'the number of CPUs'),
    )
    .addOption(
      new Option('--rounds <n>', 'rounds, in each of which every server is measured once').argParser(positiveInteger),
    )
    .addOption(new Option('--duration <s>', 'seconds that a server is measured in a round').argParser(seconds))
    .addOption(new Option('--out <directory>', 'where results and charts are written').default('scaling'))
  withServerOptions(command).action(async (name: string | undefined, options: ScaleOptions) =>
    finish(await scale(name, options)),
  )
}

async function scale(name: string | undefined, options: ScaleOptions): Promise<number> {
  const scenario = scenarioNamed(name)
  const chosen = chosenServers(scenario, options, BASELINE)
  const { installed, notInstalled } = chosen
  for (const line of leftOutLines(chosen, scenario)) say(line)
  const directory = userPath(options.out)
  mkdirSync(directory, { recursive: true })
  const paths: string[] = []
  let status = missingServersStatus(chosen, options, false)
  for (let workers = 1; workers <= options.upTo; workers++) {
    const protocol = protocolOf({ ...options, workers }, installed.length)
    const out = join(directory, `${scenario.name}-${workers}.json`)
    const order = {
      scenario,
      servers: installed,
      notInstalled,
      protocol,
      quick: false,
      publish: false,
      isChoice: false,
      out,
    }
    const measured = await measureAndReport({ ...order, until: undefined })
    status = Math.max(status, measured.status)
    paths.push(measured.path)
  }
  const results = paths.map((path) => readResult(path))
  for (const theme of ['light', 'dark'] as const) {
    const file = join(directory, `${scenario.name}.${theme}.svg`)
    writeFileAtomically(file, await drawScaling(results, theme))
    say(`drawn: ${relative('', file)}`)
  }
  return status
}
