import { join } from 'node:path'
import type { NextConfig } from 'next'

process.env.NEXT_TELEMETRY_DISABLED = '1'

const root = join(import.meta.dirname, '../..')

const config: NextConfig = {
  output: 'standalone',
  distDir: 'dist/next',
  outputFileTracingRoot: root,
  turbopack: { root },
}

export default config
