/**
 * Checks the manifests in `deploy/` against the schema of Kubernetes, which is too large for every installation.
 * `kubectl apply --dry-run=client` cannot: it asks a cluster for its kinds.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { npm } from '../folders/package-manager.ts'
import { type Manifest, manifestsIn } from './kubernetes.ts'

test('every manifest matches Kubernetes’ schema, which detects wrong types', async (t) => {
  const directory = temporaryDirectory(t)
  await npm(['install', '--prefix', directory, 'kubernetes-models@5.1.0'], directory)
  writeTree(directory, {
    'kinds.mjs': ['batch/v1', 'v1']
      .map((api) => `export * from 'kubernetes-models/${api}'\n`)
      .join(''),
  })
  const kinds = await import(pathToFileURL(join(directory, 'kinds.mjs')).href)
  const validate = (manifest: Manifest) => new kinds[manifest.kind](manifest).validate()
  const manifests = ['count.yaml', 'run.yaml', 'scale.yaml'].flatMap(manifestsIn)
  assert.ok(manifests.length > 6)
  for (const manifest of manifests) validate(manifest)
  const text = JSON.stringify(manifests.find(({ kind }) => kind === 'Job'))
  const wrong = text.replace(/"completions":(\d+)/, '"completions":"$1"')
  assert.throws(() => validate(JSON.parse(wrong)), /completions must be integer/)
})
