/** Passwords of six and more characters that lead every published list of leaked ones. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 7654321 654321 123123 123321 111111 000000
  121212 112233 666666 696969 555555 777777 888888 999999 222222 333333 131313 159753 147258 1q2w3e 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx qazwsx qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwer1234 asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm zaq12wsx
  password password1 password12 password123 password! passw0rd p@ssw0rd p@ssword pass1234 passwort letmein letmein1
  welcome welcome1 welcome123 abc123 abcd1234 abcdef abcdefg abcdefgh a123456 a1b2c3 aa123456 test123 test1234 testing
  admin1 admin123 administrator root123 changeme secret secret1 default guest123 login123 iloveyou iloveyou1 loveyou
  lovely sunshine princess princess1 dragon monkey football football1 baseball basketball soccer hockey superman batman
  spiderman pokemon starwars master shadow michael jennifer jordan jordan23 hunter hunter2 ashley daniel charlie andrew
  matthew joshua jessica michelle nicole thomas robert killer trustno1 freedom whatever computer internet samsung google
  youtube instagram facebook linkedin cookie cheese banana flower orange purple summer winter spring autumn hello123
  mustang corvette ferrari mercedes yankees dallas london matrix maggie buster ginger pepper tigger bailey harley ranger
  donald access biteme 7777777 11111111 12341234 qqqqqq zzzzzz q1w2e3 q1w2e3r4 1234qwer 123qwe 123abc 123456a 12345a
  matchcut matchcut1 matchcut123 creator creator1 contributor editor123`.split(/\s+/),
);
