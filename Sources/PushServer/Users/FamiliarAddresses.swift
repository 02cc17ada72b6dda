/// From where each account has signed in lately, which is where its owner may be. Only who signs in is remembered: no stranger has a say
/// in how much that is.
struct FamiliarAddresses {
    /// Of one account.
    private static let addressesMax = 32

    private var addresses: [String: [HostAddress]] = [:]

    func contains(_ attempt: LoginThrottle.Attempt) -> Bool {
        addresses[attempt.name]?.contains(attempt.address) ?? false
    }

    /// The last one comes first.
    mutating func add(_ attempt: LoginThrottle.Attempt) {
        let known = addresses[attempt.name] ?? []
        if known.first == attempt.address { return }
        let others = known.filter { $0 != attempt.address }
        addresses[attempt.name] = [attempt.address] + others.prefix(Self.addressesMax - 1)
    }
}
