/** Templates of validation libraries. */
import { fields, schemas, type Template } from './template.ts'

/** Schemas as each library's documentation shows them, by the name of its folder. */
export const validators: Readonly<Record<string, Template>> = {
  arktype: schemas(
    'arktype',
    `import { type } from 'arktype'`,
    (i) => `type(${fields(i, "'number'", "'string'", "'string.date.iso'")})`,
    (schema) => `${schema}.infer`,
  ),
  'effect-schema': schemas(
    'Effect Schema',
    `import { Schema } from 'effect'`,
    (i) => `Schema.Struct(${fields(i, 'Schema.Finite', 'Schema.String')})`,
    (schema) => `${schema}.Type`,
  ),
  superstruct: schemas(
    'superstruct',
    `import { type Infer, number, object, string } from 'superstruct'`,
    (i) => `object(${fields(i, 'number()', 'string()')})`,
    (schema) => `Infer<${schema}>`,
  ),
  sury: schemas(
    'sury',
    `import * as S from 'sury'`,
    (i) => `S.schema(${fields(i, 'S.number', 'S.string', 'S.isoDateTime')})`,
    (schema) => `S.Output<${schema}>`,
  ),
  typebox: schemas(
    'TypeBox',
    `import Type, { type Static } from 'typebox'`,
    (i) => `Type.Object(${fields(i, 'Type.Number()', 'Type.String()')})`,
    (schema) => `Static<${schema}>`,
  ),
  valibot: schemas(
    'valibot',
    `import * as v from 'valibot'`,
    (i) =>
      `v.object(${fields(i, 'v.number()', 'v.string()', 'v.pipe(v.string(), v.isoTimestamp())')})`,
    (schema) => `v.InferOutput<${schema}>`,
  ),
  vinejs: schemas(
    'VineJS',
    `import vine from '@vinejs/vine'\nimport type { Infer } from '@vinejs/vine/types'`,
    (i) => `vine.create(${fields(i, 'vine.number()', 'vine.string()')})`,
    (schema) => `Infer<${schema}>`,
  ),
  yup: schemas(
    'yup',
    `import * as yup from 'yup'`,
    (i) =>
      `yup.object(${fields(i, 'yup.number().required()', 'yup.string().required()', 'yup.string().datetime().required()')})`,
    (schema) => `yup.InferType<${schema}>`,
  ),
  zod: schemas(
    'zod',
    `import * as z from 'zod'`,
    (i) => `z.object(${fields(i, 'z.number()', 'z.string()', 'z.iso.datetime()')})`,
    (schema) => `z.infer<${schema}>`,
  ),
  'zod-mini': schemas(
    'zod mini',
    `import * as z from 'zod/mini'`,
    (i) => `z.object(${fields(i, 'z.number()', 'z.string()', 'z.iso.datetime()')})`,
    (schema) => `z.infer<${schema}>`,
  ),
}
