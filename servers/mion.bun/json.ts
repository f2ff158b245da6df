import { startBunServer } from '@mionjs/platform-bun'
import { initMionRouter, query } from '@mionjs/router'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Profile, profileOf } from '#shared/profile'

let count = 0

await initMionRouter({
  json: query((): Profile => profileOf(++count)),
})

await startBunServer({ port: Number(process.env.PORT), options: { hostname: process.env.HOST } })
