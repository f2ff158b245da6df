/** Checks the manifests in `deploy/` against their comments; `kubernetes.nightly.test.ts` checks them against the schema. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { type Job, type Manifest, manifestsIn } from './kubernetes.ts'

const [claim, count] = manifestsIn('count.yaml') as [Manifest, Job]
const [runsClaim, run] = manifestsIn('run.yaml') as [Manifest, Job]
const scales = manifestsIn('scale.yaml').filter(({ kind }) => kind === 'Job') as Job[]

/** Returns the only container of a job, with its command. */
function containerOf({ spec }: Job) {
  const [container, ...others] = spec?.template.spec?.containers ?? []
  assert.ok(container)
  assert.deepEqual(others, [])
  return { ...container, text: container.args?.join('\n') ?? '' }
}

test('completions count different servers, and together all of them', () => {
  const { spec } = count
  assert.deepEqual([spec?.completionMode, spec?.completions], ['Indexed', spec?.parallelism])
  const [, of] = /awk "NR % (\d+) == \$JOB_COMPLETION_INDEX"/.exec(containerOf(count).text) ?? []
  assert.equal(Number(of), spec?.completions)
})

test('each run has its own node with two CPUs, and a unique result name', () => {
  const { spec } = run
  assert.deepEqual([spec?.completionMode, spec?.completions], ['Indexed', spec?.parallelism])
  const { affinity } = spec?.template.spec ?? {}
  const [apart] = affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
  assert.equal(apart?.topologyKey, 'kubernetes.io/hostname')
  assert.deepEqual(apart?.labelSelector?.matchLabels, spec?.template.metadata?.labels)
  const { resources, volumeMounts, text } = containerOf(run)
  // An integer: the kubelet's static policy gives these CPUs to no other pod.
  assert.deepEqual(resources?.limits, { cpu: '2', memory: '4Gi' })
  assert.deepEqual(resources?.requests, resources?.limits)
  assert.deepEqual(volumeMounts, [{ name: 'runs', mountPath: '/runs' }])
  assert.match(text, / run update-user --out \/runs\/\$HOSTNAME\.json$/)
  assert.equal(runsClaim.metadata.name, 'runs')
})

test('each size of scale has as many exclusive CPUs for workers as for the load generator', () => {
  const sizes = scales.map((job) => {
    const { resources, text } = containerOf(job)
    assert.deepEqual(resources?.requests, resources?.limits)
    assert.match(text, / scale update-user --out \/scales\/\$HOSTNAME\.json$/)
    assert.equal(job.metadata.name, `scale-${resources?.limits?.cpu}`)
    return Number(resources?.limits?.cpu)
  })
  assert.deepEqual(sizes, [4, 8, 16])
})

test('a pod has guaranteed resources, is not root, and writes its counts where they are copied from', () => {
  const { volumeMounts, resources } = containerOf(count)
  assert.deepEqual(volumeMounts, [{ name: 'counts', mountPath: '/counts' }])
  assert.deepEqual(resources?.requests, resources?.limits)
  const { securityContext, volumes } = count.spec?.template.spec ?? {}
  assert.deepEqual(securityContext, { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 })
  assert.deepEqual(volumes, [
    { name: 'counts', persistentVolumeClaim: { claimName: claim.metadata.name } },
  ])
})

test('their commands match the image', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  const [, entry = ''] = /^ENTRYPOINT (.*)$/m.exec(dockerfile) ?? []
  const [init, , ...suite] = JSON.parse(entry)
  for (const [job, command] of [
    [count, 'instructions'],
    [run, 'run'],
    ...scales.map((job) => [job, 'scale'] as const),
  ] as const)
    assert.ok(containerOf(job).text.includes(`exec ${init} -- ${suite.join(' ')} ${command} `))
  assert.match(dockerfile, /^WORKDIR \/suite$/m)
})

test('a job of Slurm has its node alone, and is started again once', {
  skip: process.platform === 'win32' && 'no bash',
}, (t) => {
  const job = join(ROOT, 'deploy', 'run.sbatch')
  for (const option of ['--exclusive', '--requeue', '--nodes=1'])
    assert.ok(readFileSync(job, 'utf8').includes(`#SBATCH ${option}\n`), option)
  const cwd = temporaryDirectory(t)
  const ids = { SLURM_ARRAY_JOB_ID: '17', SLURM_ARRAY_TASK_ID: '1', SLURMD_NODENAME: 'node' }
  const array = { SLURM_ARRAY_TASK_MIN: '0', SLURM_ARRAY_TASK_MAX: '2', SLURM_RESTART_COUNT: '2' }
  const { status } = spawnSync('bash', [job], { cwd, env: { ...process.env, ...ids, ...array } })
  assert.equal(status, 3)
  const log = readFileSync(join(cwd, 'runs/17/1.2.node.log'), 'utf8')
  assert.equal(log, 'failed twice: not started again\n')
})
