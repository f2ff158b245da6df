import * as serovalLibrary from 'seroval'
import { carriedBy, JSON_TYPE } from './codec.ts'

export const seroval = carriedBy(JSON_TYPE, {
  encode: (value) => JSON.stringify(serovalLibrary.toJSON(value)),
  decode: (body) => serovalLibrary.fromJSON(JSON.parse(body.toString())),
})
