import Testing

@testable import Shared

struct CryptoTests {
    @Test func sha256EqualsTheStandard() {
        let (empty, abc) = (SHA256.hash([UInt8]()).hexadecimal, SHA256.hash("abc".utf8).hexadecimal)
        #expect(empty == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(abc == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func randomBytesDifferAndAreAsManyAsAsked() {
        #expect(SecureRandom.bytes(0) == [])
        #expect(SecureRandom.bytes(32).count == 32)
        #expect(SecureRandom.bytes(32) != SecureRandom.bytes(32))
    }

    @Test func comparisonSeesEveryDifference() {
        #expect(ConstantTime.areEqual([1, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2, 4]))
        #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2]))
        #expect(ConstantTime.areEqual([], []))
    }

    /// RFC 7914, section 12.
    @Test(arguments: [
        (
            "", "", UInt64(16), UInt64(1), UInt64(1),
            """
            77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442\
            fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
            """
        ),
        (
            "password", "NaCl", 1024, 8, 16,
            """
            fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162\
            2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
            """
        ),
        (
            "pleaseletmein", "SodiumChloride", 16384, 8, 1,
            """
            7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2\
            d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
            """
        ),
    ])
    func scryptIsTheStandards(
        password: String,
        salt: String,
        n: UInt64,
        r: UInt64,
        p: UInt64,
        expected: String
    ) throws {
        let derived = try Scrypt.derive(
            password: Array(password.utf8),
            salt: Array(salt.utf8),
            n: n,
            r: r,
            p: p,
            length: 64
        )
        #expect(derived.hexadecimal == expected)
    }

    @Test func scryptWorksBeyondOpenSSLsOwnMemoryLimit() throws {
        let derived = try Scrypt.derive(password: [1], salt: [2], n: 32_768, r: 9, p: 1, length: 32)
        #expect(derived.count == 32)
    }

    @Test(arguments: [(UInt64(15), UInt64(8), UInt64(1)), (.max, 8, 1), (16, .max, 1), (16, 8, .max), (0, 0, 0)])
    func senselessCostsAreRefused(n: UInt64, r: UInt64, p: UInt64) {
        #expect(throws: TLSError.self) { try Scrypt.derive(password: [], salt: [], n: n, r: r, p: p, length: 16) }
    }
}

/// The vectors of RFC 4231, section 4.
struct HMACTests {
    @Test func theCodesEqualTheStandard() {
        let short = HMAC.sha256(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        #expect(short.hexadecimal == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let key = [UInt8](repeating: 0xAA, count: 131)
        let text = "Test Using Larger Than Block-Size Key - Hash Key First"
        let long = HMAC.sha256(Array(text.utf8), key: key)
        #expect(long.hexadecimal == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }
}
