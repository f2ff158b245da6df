/** Which room may import from which. Checked by `npm run lint`; ARCHITECTURE.md says what each room is for. */

/** Nothing below `from` may import from `to`, but for tests, which may take what they like from rooms below. */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to },
})

/** The rooms of the runner, the upper ones first: each may import from those behind it, and from none before it. */
const bench = [
  ['cli', 'test'],
  ['experiments'],
  ['application'],
  ['terminal', 'calibrate'],
  ['measure'],
  ['contract', 'load'],
  ['contenders'],
  ['machine'],
]

const upward = bench.flatMap((rooms, level) =>
  rooms.map((room) => {
    const above = bench.slice(0, level).flat()
    return {
      ...forbid(
        `bench-${room}`,
        `bench/${room} imports only from rooms below it`,
        `^bench/${room}/`,
        `^bench/(${above.join('|')})/`,
      ),
      ...(above.length === 0 && { to: { path: '^$' } }),
      from: { path: `^bench/${room}/`, pathNot: '\\.test\\.ts$' },
    }
  }),
)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circle', comment: 'no circle, of types neither', severity: 'error', from: {}, to: { circular: true } },
    forbid('shared-is-below', 'shared imports from no other top-level folder', '^shared/', '^(bench|charts|servers)/'),
    forbid('charts-draw', 'charts import only from shared: nothing that measures', '^charts/', '^(bench|servers)/'),
    forbid('bench-runs-servers', 'the runner starts servers and never imports them', '^bench/', '^servers/'),
    forbid(
      'servers-see-models',
      'servers import only shared/models and their framework',
      '^servers/',
      '^(bench|charts|shared/(?!models/))',
    ),
    forbid(
      'models-stand-alone',
      'what servers see imports nothing of the suite',
      '^shared/models/',
      '^shared/(?!models/)',
    ),
    forbid('scenarios-below-results', 'scenarios know no results', '^shared/scenarios/', '^shared/result/'),
    ...upward,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
}
