/** The manifests in `deploy/`, with the fields that tests read. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { ROOT } from '../../shared/basics/root.ts'

export interface Manifest {
  kind: 'Job' | 'PersistentVolumeClaim' | 'Pod'
  metadata: { name: string }
}

interface Container {
  args?: string[]
  resources?: Record<'limits' | 'requests', Record<string, string>>
  volumeMounts?: object[]
}

interface Rule {
  topologyKey: string
  labelSelector?: { matchLabels?: object }
}

export interface Job extends Manifest {
  spec?: {
    completionMode?: string
    completions?: number
    parallelism?: number
    template: {
      metadata?: { labels?: object }
      spec?: {
        containers: Container[]
        affinity?: { podAntiAffinity?: { requiredDuringSchedulingIgnoredDuringExecution?: Rule[] } }
        securityContext?: object
        volumes?: object[]
      }
    }
  }
}

export function manifestsIn(file: string): Manifest[] {
  return parseAllDocuments(readFileSync(join(ROOT, 'deploy', file), 'utf8')).map((document) => {
    assert.deepEqual(document.errors, [])
    return document.toJS()
  })
}
