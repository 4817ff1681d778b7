import { describe, expect, it } from 'vitest';
import { parseCustomerFile } from './customer-import.ts';

const HEADER = 'email,first_name,last_name';
const JOERG = `${HEADER}\njoerg@test.example,Jörg,Šimůnek`;
const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};
const semicolons = (text: string) => text.replaceAll(',', ';');

describe('a list of customers', () => {
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(JOERG)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${JOERG}`)],
    ['UTF-16 of little endian', utf16(`\ufeff${JOERG}`, false)],
    ['UTF-16 of big endian', utf16(`\ufeff${JOERG}`, true)],
    ['UTF-16 of little endian without a byte order mark', utf16(JOERG, false)],
    ['UTF-16 of big endian without a byte order mark', utf16(JOERG, true)],
    ['semicolons', Buffer.from(semicolons(JOERG))],
    ['semicolons and a byte order mark', Buffer.from(`\ufeff${semicolons(JOERG)}`)],
    ['tabs', Buffer.from(JOERG.replaceAll(',', '\t'))],
    ['bars', Buffer.from(JOERG.replaceAll(',', '|'))],
    ['tabs in UTF-16, as Excel saves text', utf16(`\ufeff${JOERG.replaceAll(',', '\t')}`, false)],
    ['semicolons and quotes', Buffer.from(semicolons(JOERG).replace(/[^;\n]+/g, '"$&"'))],
    ['empty lines and CRLF', Buffer.from(`\r\n\r\n${JOERG.replace('\n', '\r\n')}\r\n`)],
    ['line ends of old Macs', Buffer.from(JOERG.replace('\n', '\r'))],
    ['decomposed letters', Buffer.from(JOERG.normalize('NFD'))],
  ])('is read with %s', async (_, bytes) => {
    const { rows, problems } = await parseCustomerFile(bytes);
    expect(problems).toEqual([]);
    const [person] = rows;
    expect(person?.problem).toBeNull();
    expect(`${person?.email} ${person?.firstName} ${person?.lastName}`.normalize('NFC')).toBe(
      'joerg@test.example Jörg Šimůnek',
    );
  });

  it.each<[string, string, string]>([
    ['windows-1252', 'J\xf6rg', 'Jörg'],
    ['windows-1250', '\xa3ukasz', 'Łukasz'],
    ['windows-1251', '\xc8\xe2\xe0\xed', 'Иван'],
    ['latin1', 'Ren\xe9', 'René'],
    ['macintosh', 'J\x9arg', 'Jörg'],
    ['shift_jis', '\x97\xcd', '力'],
  ])('in %s is read if that is named, and refused otherwise', async (encoding, written, name) => {
    const bytes = Buffer.from(`${HEADER}\na@test.example,A,B\nb@test.example,${written},C`, 'latin1');
    expect((await parseCustomerFile(bytes, encoding)).rows[1]?.firstName).toBe(name);
    const { rows, problems } = await parseCustomerFile(bytes);
    expect(rows).toEqual([]);
    expect(problems).toEqual([expect.stringMatching(/^line 3: not UTF-8\. .*--encoding windows-1252/)]);
  });

  it('is refused where letters were lost before, and for an encoding nobody knows', async () => {
    const { rows } = await parseCustomerFile(Buffer.from(`${HEADER}\na@test.example,J\ufffdrg,B`));
    expect(rows).toEqual([
      {
        ...{ line: 2, email: 'a@test.example', firstName: 'J\ufffdrg', lastName: 'B' },
        problem: 'letters were lost when the file was saved (\ufffd)',
      },
    ]);
    await expect(parseCustomerFile(Buffer.from(HEADER), 'latin-99')).rejects.toThrow(RangeError);
    expect((await parseCustomerFile(Buffer.from(JOERG), 'utf-16le')).problems).toHaveLength(1);
  });
});
