import { Type } from 'class-transformer'
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsNumber,
  IsObject,
  IsString,
  MaxDate,
  ValidateIf,
  ValidateNested,
} from 'class-validator'
import type { Account, BankAccount, Card, Wallet } from '../account.ts'
import { LATEST_DATE } from '../latest-date.ts'
import { IsoDate } from './iso-date.ts'

/** `@IsOptional()` would also accept `null`. */
const isGiven = (_dto: object, value: unknown) => value !== undefined

class AddressDto {
  @IsString()
  street: string

  @IsString()
  city: string

  @IsString()
  zip: string

  @IsString()
  country: string

  @ValidateIf(isGiven)
  @IsString()
  state?: string
}

class ProfileDto {
  @IsString()
  firstName: string

  @IsString()
  lastName: string

  @IsoDate()
  @IsDate()
  @MaxDate(LATEST_DATE)
  birthDate: Date

  @IsArray()
  @IsString({ each: true })
  phones: string[]

  @IsObject()
  @ValidateNested()
  @Type(() => AddressDto)
  address: AddressDto
}

class PreferencesDto {
  @IsIn(['en', 'de', 'es', 'fr'])
  language: 'en' | 'de' | 'es' | 'fr'

  @IsBoolean()
  newsletter: boolean

  @ValidateIf(isGiven)
  @IsIn(['light', 'dark'])
  theme?: 'light' | 'dark'

  @IsArray()
  @IsString({ each: true })
  tags: string[]
}

class PaymentDto {
  @IsIn(['card', 'bank', 'wallet'])
  kind: 'card' | 'bank' | 'wallet'
}

class CardDto extends PaymentDto implements Card {
  declare kind: 'card'

  @IsString()
  holder: string

  @IsString()
  number: string

  @IsString()
  expires: string
}

class BankAccountDto extends PaymentDto implements BankAccount {
  declare kind: 'bank'

  @IsString()
  iban: string

  @ValidateIf(isGiven)
  @IsString()
  bic?: string
}

class WalletDto extends PaymentDto implements Wallet {
  declare kind: 'wallet'

  @IsIn(['paypal', 'apple', 'google'])
  provider: 'paypal' | 'apple' | 'google'

  @IsString()
  email: string
}

class AccountOrderDto {
  @IsNumber()
  id: number

  @IsNumber()
  total: number

  @IsArray()
  @IsString({ each: true })
  items: string[]
}

export class AccountDto implements Account {
  @IsNumber()
  id: number

  @IsString()
  email: string

  @ValidateIf(isGiven)
  @IsString()
  nickname?: string

  @IsIn(['active', 'suspended', 'closed'])
  status: 'active' | 'suspended' | 'closed'

  @IsoDate()
  @IsDate()
  @MaxDate(LATEST_DATE)
  createdAt: Date

  @IsoDate()
  @IsDate()
  @MaxDate(LATEST_DATE)
  updatedAt: Date

  @IsoDate()
  @IsDate()
  @MaxDate(LATEST_DATE)
  lastLogin: Date

  @IsObject()
  @ValidateNested()
  @Type(() => ProfileDto)
  profile: ProfileDto

  @IsObject()
  @ValidateNested()
  @Type(() => PreferencesDto)
  preferences: PreferencesDto

  @IsObject()
  @ValidateNested()
  @Type(() => PaymentDto, {
    discriminator: {
      property: 'kind',
      subTypes: [
        { name: 'card', value: CardDto },
        { name: 'bank', value: BankAccountDto },
        { name: 'wallet', value: WalletDto },
      ],
    },
    keepDiscriminatorProperty: true,
  })
  payment: CardDto | BankAccountDto | WalletDto

  @IsArray()
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => AccountOrderDto)
  orders: AccountOrderDto[]
}
