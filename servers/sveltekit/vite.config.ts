import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

// The adapter bundles all packages but the `dependencies` of package.json: Kit and its tools are peers there.
export default defineConfig({
  plugins: [sveltekit({ adapter: adapter({ out: 'dist' }), outDir: 'node_modules/.svelte-kit' })],
})
