/** Shaped as `Steps` in `shared/models/steps.ts`, which is no part of what is built here. */
import 'reflect-metadata'
import { plainToInstance } from 'class-transformer'
import { IsDate, IsISO8601, IsNumber, IsString, MaxDate, type ValidationError, validateSync } from 'class-validator'
import { IsoDate } from '#shared/class-validator/iso-date'
import { LATEST_DATE } from '#shared/latest-date'

class Undated {
  @IsNumber()
  id: number

  @IsString()
  name: string

  @IsString()
  surname: string
}

class UserJson extends Undated {
  @IsISO8601({ strict: true, strictSeparator: true })
  lastUpdate: string
}

class User extends Undated {
  @IsoDate()
  @IsDate()
  @MaxDate(LATEST_DATE)
  lastUpdate: Date
}

type Dto<T> = new () => T

/** An instance of the class and its flaws, as Nest's `ValidationPipe` has them; null where the body is no object. */
function checked<T extends object>(dto: Dto<T>, body: unknown, stopAtFirstError = false) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const value: T = plainToInstance(dto, body)
  return { value, errors: validateSync(value, { forbidUnknownValues: false, stopAtFirstError }) }
}

const told = ({ property, constraints }: ValidationError) => ({ property, constraints })

export const steps = {
  library: 'class-validator',
  package: 'class-validator',
  validate: (body: unknown): boolean => checked(UserJson, body)?.errors.length === 0,
  parse(body: unknown): User | null {
    const result = checked(User, body)
    return result?.errors.length === 0 ? result.value : null
  },
  parseUndated(body: unknown): Undated | null {
    const result = checked(Undated, body)
    return result?.errors.length === 0 ? result.value : null
  },
  stringify: (user: User): string => JSON.stringify(user),
  firstError: null,
  allErrors(body: unknown): readonly unknown[] {
    const result = checked(User, body)
    return result === null ? ['not an object'] : result.errors.map(told)
  },
}
