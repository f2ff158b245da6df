import * as devalueLibrary from 'devalue'
import type { Encoding } from './call.ts'
import { carriedBy, JSON_TYPE } from './codec.ts'
import { plain } from './json.ts'

export const devalue = carriedBy(JSON_TYPE, {
  encode: (value) => devalueLibrary.stringify(value),
  decode: (body) => devalueLibrary.parse(body.toString()),
})

/** An action of Astro: the argument is the body as JSON, the response is devalue's encoding of the result. */
export const astro: Encoding = {
  ...devalue,
  encode: (route, json) => {
    const { headers, body } = plain.encode({ ...route, method: 'POST' }, json)
    return {
      method: 'POST',
      path: `/_actions/${route.procedure}`,
      headers: { ...headers, accept: JSON_TYPE },
      body,
    }
  },
}
