/** Shaped as `SchemaBuilder` in `shared/models/schema-builder.ts`, which is no part of what is built here. */
import 'reflect-metadata'
import { plainToInstance } from 'class-transformer'
import { IsDate, IsNumber, IsString, MaxDate, validateSync } from 'class-validator'
import { IsoDate } from '#shared/class-validator/iso-date'
import { LATEST_DATE } from '#shared/latest-date'

function userOf(name: string) {
  class User {
    @IsNumber()
    id: number

    @IsString()
    [name]: string

    @IsString()
    surname: string

    @IsoDate()
    @IsDate()
    @MaxDate(LATEST_DATE)
    lastUpdate: Date
  }
  return User
}

export const heap = {
  library: 'class-validator',
  package: 'class-validator',
  user: userOf,
  string: null,
  accepts(dto: new () => object, body: unknown): boolean {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
    return validateSync(plainToInstance(dto, body), { forbidUnknownValues: false }).length === 0
  },
}
