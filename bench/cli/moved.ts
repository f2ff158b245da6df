/** Old spellings of the command line, by command, by option of all commands or by both, and what takes their place. */
const MOVED: Readonly<Record<string, string>> = {
  '--validation': 'use --servers or --tag',
  calibrate: 'the busy-polling generator states its own headroom in every run',
  cost: 'use layers; what validation libraries cost is measured by validators',
  finding: 'the findings are on charts/published/findings/README.md',
  outdated: 'use npm outdated',
  report: 'use publish, which writes the report too',
  reproduce: 'use run --like <file>',
  scale: 'use run --workers 1,2,4',
  'compare --across-machines': 'leave it out: results of different machines are compared as such',
  'compare --metric': 'leave it out: the files say it',
  'export --format': 'leave it out: it is CSV',
  'footprint --no-audit': 'leave it out: npm is no longer asked',
  'history --format': 'leave it out; results/history holds JSON',
  'history --scenario': 'name the scenario first, as in history hello',
  'latency --arrivals': 'leave it out: they are Poisson arrivals',
  'latency --connections': 'leave it out',
  'latency --no-sleeping': 'leave it out: the load never sleeps',
  'latency --rounds': 'use --processes',
  'latency --slice': 'use --seconds',
  'memory --duration': 'use --seconds',
  'run --duration': 'use --seconds',
  'run --instructions': 'use instructions, after it',
  'run --finish': 'a result is written after each round, and --resume goes on with it',
  'run --pause': 'make several runs',
  'run --repeat': 'make several runs',
  'run --second-pipelining': 'use --pipelining 10, in a run of its own',
  'run --serve-on': 'start the run on that host, with --load-from',
  'run --ssh-config': 'put it into ~/.ssh/config',
  'run --shard': 'each machine makes a whole run, and merge stores them to be pooled',
  'validators --libraries': 'use --servers',
  'validators --runtimes': 'use --runtime',
  'versions --duration': 'use --seconds',
  'versions --scenario': 'name the scenario first, as in versions hello fastify@5.11.0 fastify@5.12.8',
  'versions --server': 'use --servers',
}

/** Says what takes the place of arguments that the command line once took; undefined where it never did. */
export function movedLine([command = '', ...args]: readonly string[]): string | undefined {
  const options = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.replace(/=.*/s, ''))
  const old = [command, ...options.map((option) => `${command} ${option}`), ...options].find((each) =>
    Object.hasOwn(MOVED, each),
  )
  return old && `there is no ${old}: ${MOVED[old]}`
}
