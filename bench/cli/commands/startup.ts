import { START_PROCESSES, startupAndReport } from '../../application/startup-and-report.ts'
import { discoverServers, MANY_ROUTES } from '../../contenders/servers.ts'
import { command, value } from '../command.ts'
import { counter, fixedSeed, out, processes, quick, routeNumbers, SCENARIO, seconds } from '../options.ts'
import { chosenFolders, measureChosen, onRuntimes, serverOptions } from '../server-options.ts'

/** What services of all sizes have. */
const ROUTES = [1, 10, 100, 1_000, 5_000]

export const startup = command({
  name: 'startup',
  description: 'time servers from their start to the first right answer, also with many routes',
  timed: true,
  operands: [SCENARIO],
  options: {
    processes: processes(START_PROCESSES, 3),
    routes: value('<a,b>', 'numbers of typed routes, for servers that have a file for it; or none', routeNumbers, {
      standard: ROUTES,
      quick: [1, 1_000],
    }),
    counter: counter(['perf', 'qemu', 'none']),
    limit: value('<s>', 'seconds within which the first right answer must come', seconds, { standard: 30 }),
    seed: fixedSeed,
    quick,
    out: out('startup'),
    ...serverOptions,
  },
  run: ({ processes, routes, counter, limit, seed, ...options }, name) =>
    measureChosen(name, options, (chosen) => {
      const withRoutes = onRuntimes(discoverServers(chosenFolders(options), MANY_ROUTES).installed, options.runtime)
      const isChosen = ({ name }: { name: string }) => chosen.servers.some((server) => server.name === name)
      return startupAndReport({
        ...chosen,
        withRoutes: withRoutes.filter(isChosen),
        ...{ processes, routes, counter, limit, seed },
      })
    }),
})
