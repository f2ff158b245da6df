import { UsageError } from '../../../shared/basics/errors.ts'
import { COUNTER_KINDS } from '../../../shared/result/instructions.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { LAYERS_PROCESSES, layersAndReport } from '../../application/layers-and-report.ts'
import { SERVERS_DIR } from '../../contenders/servers.ts'
import { command, unless, value } from '../command.ts'
import {
  counter,
  fixedSeed,
  names,
  out,
  processes,
  quick,
  resultFile,
  SCENARIO,
  scenarioNamed,
  seconds,
  serversDir,
} from '../options.ts'

export const layers = command({
  name: 'layers',
  description: 'measure servers with one layer after the other taken away: validation, body parser, and so on',
  timed: true,
  operands: [{ ...SCENARIO, help: updateUser.name }],
  options: {
    servers: value('<a,b>', 'only these servers (default: each that has layers)', names),
    processes: processes(LAYERS_PROCESSES, 1),
    seconds: value('<s>', 'seconds of load that count in each process', seconds, { standard: 1.5, quick: 0.25 }),
    counter: counter(COUNTER_KINDS),
    instructions: unless('measure CPU time alone'),
    time: unless('count instructions alone'),
    seed: fixedSeed,
    quick,
    out: out('layers'),
    serversDir,
  },
  run({ servers, serversDir, ...options }, name) {
    if (scenarioNamed(name, updateUser.name) !== updateUser) {
      throw new UsageError(`no server has layers of ${name}: there is ${updateUser.name}`)
    }
    const directories = [SERVERS_DIR, ...serversDir]
    return layersAndReport({ ...options, names: servers, directories, out: resultFile(options) })
  },
})
