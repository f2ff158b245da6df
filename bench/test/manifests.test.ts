/** The manifests in `deploy/`, held against the schema of Kubernetes, and against what they say of themselves. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type IJob, Job } from 'kubernetes-models/batch/v1'
import { PersistentVolumeClaim, Pod } from 'kubernetes-models/v1'
import { parseAllDocuments } from 'yaml'
import { ROOT } from '../../shared/basics/root.ts'

const kinds = { Job, PersistentVolumeClaim, Pod }

interface Manifest {
  kind: keyof typeof kinds
  metadata: { name: string }
}

function manifestsIn(file: string): Manifest[] {
  return parseAllDocuments(readFileSync(join(ROOT, 'deploy', file), 'utf8')).map((document) => {
    assert.deepEqual(document.errors, [])
    return document.toJS()
  })
}

/** What the schema says against a manifest; it knows no key that is none. */
function broken(manifest: Manifest): string[] {
  try {
    // The constructor takes what has its type, which is what is asked.
    new kinds[manifest.kind](manifest as never).validate()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

const [claim, count] = manifestsIn('count.yaml') as [Manifest, Manifest & IJob]
const [merge] = manifestsIn('merge.yaml') as [Manifest & IJob]
const [runsClaim, run, runs] = manifestsIn('run.yaml') as [Manifest, Manifest & IJob, Manifest]

test('every manifest is one by Kubernetes’ schema', () => {
  for (const manifest of [claim, count, merge, runsClaim, run, runs])
    assert.deepEqual(broken(manifest), [], manifest.metadata.name)
})

test('the schema finds what is missing or of a wrong type', () => {
  const changed = (text: string, other: string): Manifest => {
    const json = JSON.stringify(count)
    assert.ok(json.includes(text), text)
    return JSON.parse(json.replace(text, other))
  }
  assert.match(broken(changed('"completions":8', '"completions":"8"')).join(), /completions must be integer/)
  assert.match(broken(changed('"Indexed"', '"indexed"')).join(), /completionMode must be equal to one of/)
  assert.match(broken(changed('"containers"', '"container"')).join(), /required property containers/)
})

/** The command of a job's only container, and the container. */
function containerOf({ spec }: IJob) {
  const [container, ...others] = spec?.template.spec?.containers ?? []
  assert.ok(container)
  assert.deepEqual(others, [])
  return { ...container, text: container.args?.join('\n') ?? '' }
}

test('each completion counts a share of its own, and together they count all', () => {
  const { spec } = count
  assert.deepEqual([spec?.completionMode, spec?.completions], ['Indexed', spec?.parallelism])
  const [, of] = /--shard \$\(\(JOB_COMPLETION_INDEX \+ 1\)\)\/(\d+)$/.exec(containerOf(count).text) ?? []
  assert.equal(Number(of), spec?.completions)
})

test('each run has a machine and two CPUs of its own, and its result a name of its own', () => {
  const { spec } = run
  assert.deepEqual([spec?.completionMode, spec?.completions], ['Indexed', spec?.parallelism])
  const { affinity } = spec?.template.spec ?? {}
  const [apart] = affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
  assert.equal(apart?.topologyKey, 'kubernetes.io/hostname')
  assert.deepEqual(apart?.labelSelector?.matchLabels, spec?.template.metadata?.labels)
  const { resources, volumeMounts, text } = containerOf(run)
  // A whole number: the kubelet's static policy gives no other pod these CPUs.
  assert.deepEqual(resources?.limits, { cpu: '2', memory: '4Gi' })
  assert.deepEqual(resources?.requests, resources?.limits)
  assert.deepEqual(volumeMounts, [{ name: 'runs', mountPath: '/runs' }])
  assert.match(text, / run update-user --out \/runs\/\$HOSTNAME\.json$/)
  assert.equal(runsClaim.metadata.name, 'runs')
})

test('a pod has what it asks for, is not root, and leaves its counts where they are merged', () => {
  const { volumeMounts, image } = containerOf(count)
  assert.deepEqual(volumeMounts, [{ name: 'counts', mountPath: '/suite/results/instructions' }])
  for (const job of [count, merge]) {
    const container = containerOf(job)
    assert.deepEqual(container.resources?.requests, container.resources?.limits)
    assert.deepEqual([container.volumeMounts, container.image], [volumeMounts, image])
    const { securityContext, volumes } = job.spec?.template.spec ?? {}
    assert.deepEqual(securityContext, { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 })
    assert.deepEqual(volumes, [{ name: 'counts', persistentVolumeClaim: { claimName: claim.metadata.name } }])
  }
})

test('what they run is what the image is', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  const [, entry = ''] = /^ENTRYPOINT (.*)$/m.exec(dockerfile) ?? []
  const [init, , ...suite] = JSON.parse(entry)
  for (const [job, command] of [
    [count, 'instructions'],
    [run, 'run'],
  ] as const)
    assert.ok(containerOf(job).text.startsWith(`exec ${init} -- ${suite.join(' ')} ${command} `))
  // Which starts no process that somebody would have to bury.
  assert.ok(containerOf(merge).text.includes(` ${suite.join(' ')} merge `))
  assert.match(dockerfile, /^WORKDIR \/suite$/m)
})
