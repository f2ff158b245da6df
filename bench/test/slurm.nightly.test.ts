/** `deploy/run.sbatch` and `deploy/merge-runs.sh` on a Slurm cluster, a node of which dies. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freshClone, git } from './scripts.ts'
import { SlurmCluster, slurmMissing } from './slurm-cluster.ts'
import { processesOf, runDirectory, until } from './testing.ts'

const skip = slurmMissing()
const NODES = ['node1', 'node2', 'node3']
const ROUNDS = 5

/** Returns names of a job's files: its run, the attempt, its node, and a suffix. */
function filesOf(job: string): [run: string, attempt: string, node: string, suffix: string][] {
  if (!existsSync(job)) return []
  const names = readdirSync(job).map((name) => /^(\d+)\.(\d+)\.(\w+)\.(.*)$/.exec(name))
  return names.flatMap((name) => (name ? [name.slice(1) as never] : []))
}

function merge(clone: string, job: string) {
  const { status, stdout } = spawnSync(join(clone, 'deploy', 'merge-runs.sh'), [job], {
    cwd: clone,
    encoding: 'utf8',
  })
  return { status, lines: stdout.split('\n').filter((line) => line.startsWith('run ')) }
}

async function startIn(t: TestContext) {
  const scratch = runDirectory(t)
  const clone = freshClone(scratch)
  const cluster = await SlurmCluster.start(scratch, NODES)
  t.after(() => cluster[Symbol.asyncDispose]())
  /** Submits the job array; returns its folder. */
  const submit = (options: readonly string[], load: readonly string[]) => {
    const run = ['deploy/run.sbatch', 'update-user', '--servers', 'http-node', '--warmup', '0']
    return `runs/${cluster.command(clone, 'sbatch', '--parsable', ...options, ...run, ...load)}`
  }
  return { scratch, clone, cluster, submit }
}

test('a run whose node dies is started again on another node, and all are merged', {
  skip,
}, async (t) => {
  const { scratch, clone, cluster, submit } = await startIn(t)
  const job = submit([], ['--seconds', '0.3', '--rounds', String(ROUNDS)])
  const files = () => filesOf(join(clone, job))
  // Runs of one machine wait for each other, so one is measured at a time.
  const measured = () => files().find(([, , , suffix]) => suffix === 'json.partial')
  await until(() => measured() !== undefined)
  const [run, attempt, dead] = measured() ?? assert.fail()
  cluster.killNode(dead)
  await cluster.untilEmpty()
  assert.equal(attempt, '0')
  const results = files().filter(([, , , suffix]) => suffix === 'json')
  assert.deepEqual(
    results.map(([run, attempt]) => [run, attempt]),
    ['0', '1', '2'].map((each) => [each, each === run ? '1' : '0']),
  )
  const merged = merge(clone, job)
  assert.equal(merged.status, 0)
  assert.deepEqual(merged.lines, [
    ...files()
      .filter(([, , , suffix]) => suffix === 'log')
      .map(([run, attempt, node]) => {
        const isResult = node !== dead || attempt !== '0'
        const made = isResult ? `${job}/${run}.${attempt}.${node}.json` : 'no result'
        return `run ${run} on ${node}: ${made}`
      }),
  ])
  const stored = git(clone, 'status', '--porcelain', 'results').split('\n')
  assert.equal(stored.length, 3)
  const [lost] = results
  rmSync(join(clone, job, `${lost?.join('.')}`))
  const { status, lines } = merge(clone, job)
  assert.equal(status, 1)
  assert.ok(lines.includes(`run ${lost?.[0]} is missing`))
  assert.equal(merge(clone, 'runs/none').status, 2)
  await cluster[Symbol.asyncDispose]()
  await until(() => processesOf(scratch).length === 0)
})

test('a run that takes too long is started again once', { skip }, async (t) => {
  const { clone, cluster, submit } = await startIn(t)
  const job = submit(['--array=0', '--time=1'], ['--seconds', '600'])
  await cluster.untilEmpty()
  const logs = filesOf(join(clone, job)).map(([run, attempt, , suffix]) => [run, attempt, suffix])
  assert.deepEqual(logs, [
    ['0', '0', 'log'],
    ['0', '1', 'log'],
  ])
  const { status, lines } = merge(clone, job)
  assert.equal(status, 1)
  assert.equal(lines.at(-1), 'run 0 is missing')
})
