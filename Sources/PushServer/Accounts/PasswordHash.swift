internal import Foundation
internal import NIOPosix
internal import Shared

/// The work of one guess (RFC 7914). Its memory is 128 · n · r bytes.
package struct ScryptCost: Hashable, Sendable {
    /// The base-2 logarithm of n.
    package var log2n: UInt64
    package var r: UInt64
    package var p: UInt64

    package init(log2n: UInt64, r: UInt64, p: UInt64) {
        self.log2n = log2n
        self.r = r
        self.p = p
    }

    /// 32 MiB and about 70 ms of one core. OWASP's password storage cheat sheet rates n = 2^15, r = 8, p = 3 equal to
    /// its first choice, n = 2^17. A small server can afford p = 1 beside its price feed, because a throttle limits
    /// guesses.
    package static let standard = ScryptCost(log2n: 15, r: 8, p: 1)
}

/// A password as the store keeps it: `scrypt$15$8$1$<salt>$<key>`, with salt and key in base64.
struct PasswordHash: Hashable, Sendable {
    let text: String

    init(text: String) { self.text = text }

    init(password: String, cost: ScryptCost) throws {
        let salt = SecureRandom.bytes(16)
        self.init(salt: salt, key: try Self.derive(password, salt: salt, cost: cost), cost: cost)
    }

    private init(salt: [UInt8], key: [UInt8], cost: ScryptCost) {
        let parts = ["scrypt", "\(cost.log2n)", "\(cost.r)", "\(cost.p)", Self.base64(salt), Self.base64(key)]
        text = parts.joined(separator: "$")
    }

    /// A hash that no password matches, but that costs the same work to check. It is random and not derived, so making
    /// it is cheap.
    static func decoy(cost: ScryptCost) -> PasswordHash {
        PasswordHash(salt: SecureRandom.bytes(16), key: SecureRandom.bytes(32), cost: cost)
    }

    /// A wrong password takes as long as the right one.
    func matches(_ password: String) throws -> Bool {
        let parts = text.split(separator: "$")
        guard parts.count == 6, let log2n = UInt64(parts[1]), let r = UInt64(parts[2]), let p = UInt64(parts[3]),
            let salt = Data(base64Encoded: String(parts[4])), let key = Data(base64Encoded: String(parts[5]))
        else { return false }
        let cost = ScryptCost(log2n: log2n, r: r, p: p)
        return ConstantTime.areEqual(try Self.derive(password, salt: Array(salt), cost: cost), Array(key))
    }

    private static func derive(_ password: String, salt: [UInt8], cost: ScryptCost) throws -> [UInt8] {
        try Scrypt.derive(
            password: Array(password.utf8),
            salt: salt,
            n: 1 << cost.log2n,
            r: cost.r,
            p: cost.p,
            length: 32
        )
    }

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}

/// The threads that hash passwords. Each hash takes 70 ms and 32 MiB, so only a few run at a time, and none on an
/// event loop.
struct HashingThreads: Sendable {
    static let count = 2

    private let threads = NIOThreadPool(numberOfThreads: count)

    init() { threads.start() }

    /// Waits until a thread is free.
    /// - Throws: the error of `work`, or the pool's error after `shutdown`.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await threads.runIfActive(work)
    }

    /// Waits until the running hashes are finished.
    func shutdown() async { try? await threads.shutdownGracefully() }
}

/// Why a password cannot be set: it cannot be sent, or it is too easy to guess.
///
/// The rule applies only when a password is set. An older, shorter password still signs in.
package enum PasswordFault: Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooShort(characters: Int)
    case tooLong(bytes: Int)

    /// NIST SP 800-63B, section 5.1.1.1: a password that a user chooses has at least eight characters. Each code point
    /// counts as one.
    static let charactersMin = 8

    init?(of password: String) {
        switch (password.unicodeScalars.count, password.utf8.count) {
        case (0, _): self = .empty
        case (let count, _) where count < Self.charactersMin: self = .tooShort(characters: count)
        case (_, let count) where count > Hello.Credentials.passwordBytesMax: self = .tooLong(bytes: count)
        default: return nil
        }
    }

    package var description: String {
        switch self {
        case .empty: "is empty; use at least \(Self.charactersMin) characters"
        case .tooShort(let count):
            "has \(count == 1 ? "1 character" : "\(count) characters"); use at least \(Self.charactersMin)"
        case .tooLong(let bytes): "is \(bytes) bytes long; use at most \(Hello.Credentials.passwordBytesMax)"
        }
    }
}
