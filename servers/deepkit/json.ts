import { castFunction, serializeFunction } from '@deepkit/type'
// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { Profile, profileOf } from '#shared/profile'
import { serve } from './rpc.js'

const serializeAnswer = serializeFunction<{ json: Profile }>()
let count = 0

serve('json', castFunction<{ json: [] }>(), () => serializeAnswer({ json: profileOf(++count) }))
