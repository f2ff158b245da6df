import node from '@astrojs/node'
import { defineConfig } from 'astro/config'

process.env.ASTRO_TELEMETRY_DISABLED = '1'

export default defineConfig({ output: 'server', adapter: node({ mode: 'standalone' }) })
