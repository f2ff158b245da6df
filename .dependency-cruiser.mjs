/** Which room may import from which. Checked by `npm run lint`; docs/architecture.md says what each room is for. */

/** Nothing in the folders `from` may import anything in the folders `to`; tests are no exception. */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to },
})

/** The rooms of the runner, the upper ones first: each may import from those behind it, and from none before it. */
const bench = [
  ['commands', 'ci'],
  ['versions'],
  ['probes'],
  ['measure'],
  ['cli', 'terminal', 'templates'],
  ['run', 'counters'],
  ['verify', 'load'],
  ['server'],
  ['folders'],
  ['machine'],
  ['processes'],
]
const upward = bench.slice(1).map((rooms, level) => {
  const above = bench.slice(0, level + 1).flat()
  return forbid(
    `bench-${rooms.join('-and-')}`,
    'a room imports only from rooms below it',
    `^bench/(${rooms.join('|')})/`,
    `^bench/(${above.join('|')})/`,
  )
})

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'no circle, of types neither',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    forbid(
      'shared-is-below',
      'shared imports from no other top-level folder',
      '^shared/',
      '^(bench|charts|servers|validators)/',
    ),
    forbid(
      'charts-below-bench',
      'charts import only from shared: nothing that measures',
      '^charts/',
      '^(bench|servers)/',
    ),
    forbid(
      'bench-runs-servers',
      'the runner starts servers and never imports them',
      '^bench/',
      '^(servers|validators)/',
    ),
    forbid(
      'servers-see-models',
      'servers and libraries import only shared/models and their packages',
      '^(servers|validators)/',
      '^(bench|charts|shared/(?!models/))',
    ),
    forbid(
      'models-stand-alone',
      'what servers see imports nothing of the suite',
      '^shared/models/',
      '^shared/(?!models/)',
    ),
    forbid(
      'scenarios-below-results',
      'scenarios know no results',
      '^shared/(scenarios|invariants|contract|wires)/',
      '^shared/(format|results|comparison|stats)/',
    ),
    forbid(
      'invariants-below-scenarios',
      'cases of the invariants are made for any scenario',
      '^shared/(invariants|contract|wires)/',
      '^shared/scenarios/',
    ),
    forbid(
      'contract-below-invariants',
      'the terms of a contract need no case of an invariant',
      '^shared/(contract|wires)/',
      '^shared/invariants/',
    ),
    forbid('wires-at-the-bottom', 'a wire carries any call', '^shared/wires/', '^shared/contract/'),
    forbid(
      'charts-text',
      'words about a result need no drawing',
      '^charts/text/',
      '^charts/(draw|pages)/',
    ),
    forbid('charts-draw', 'a chart knows no pages', '^charts/draw/', '^charts/(pages|report)/'),
    {
      name: 'probes-stand-alone',
      comment: 'measuring a probe imports nothing of another one',
      severity: 'error',
      from: { path: '^bench/probes/([^/]+)/' },
      to: {
        path: '^bench/probes/[^/]+/',
        pathNot: '^bench/probes/$1/',
      },
    },
    forbid(
      'charts-report',
      'the report is made of words, colours and results, and knows no other page or chart',
      '^charts/report/',
      '^charts/(pages/|draw/(?!theme))',
    ),
    {
      name: 'report-in-a-browser',
      comment: 'what runs in a browser imports what it draws, and of packages only lit-html',
      severity: 'error',
      from: { path: '^charts/report/client/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot:
          '^(charts/report/(client/|(data|heat|pairs|yours)\\.ts$)|charts/text/matter-text\\.ts$|node_modules/lit-html/|shared/text/numbers\\.ts$|shared/stats/(cost|matter|estimate)\\.ts$)',
      },
    },
    forbid(
      'matter-in-a-browser',
      'arithmetic that a page of HTML holds as well',
      '^shared/stats/(cost|matter|estimate)\\.ts$',
      '^(?!shared/stats/(cost|estimate)\\.ts$)',
    ),
    ...upward,
    {
      name: 'fixtures-are-for-tests',
      comment: 'only tests import what tests share',
      severity: 'error',
      from: {
        path: '^(bench|charts|shared)/',
        pathNot: '^(bench|charts|shared)/test/|\\.test\\.ts$',
      },
      to: { path: '^(bench|charts|shared)/test/' },
    },
    forbid(
      'bench-is-rooms',
      'what stands in bench itself only starts the suite',
      '^bench/[^/]+$',
      '^(bench|charts|shared)/',
    ),
    {
      name: 'servers-stand-alone',
      comment: 'a server imports nothing of another one',
      severity: 'error',
      from: { path: '^servers/([^/]+)/' },
      to: { path: '^servers/', pathNot: '^servers/$1/' },
    },
    {
      name: 'no-file-missing',
      comment:
        'an import of a file finds it; what stands behind #shared is built, and the build finds it',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, path: '^\\.' },
    },
    {
      name: 'no-package-missing',
      comment: 'the suite needs no package that is not installed; servers, and their models, may',
      severity: 'error',
      from: { pathNot: '^(servers|shared/models)/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/|\\.gen(\\.ts)?$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
}
