import Shared
import Testing

@testable import PushServer

/// A user in the cache is the newest one that the store has given out.
struct UserCacheTests {
    private let ada = AccountID(rawValue: 1)
    private let file = UserCache.File(version: 0, identity: StoreIdentity(rawValue: 7))

    private func users(at version: UInt64) -> [AccountID: UserCache.User] {
        [ada: UserCache.User(table: UserTable(version: version))]
    }

    private func version(in cache: inout UserCache, of file: UserCache.File) -> UInt64? {
        cache.take([ada], of: file).0[ada]?.table.version
    }

    @Test func aUserWhomAnotherNodeHasChangedReplacesTheOneThatWasKept() {
        var cache = UserCache()
        cache.renew(users(at: 1), of: file)
        cache.renew(users(at: 2), of: file)
        #expect(version(in: &cache, of: file) == 2)
        #expect(version(in: &cache, of: file) == nil, "a transaction has taken the user out")
    }

    @Test func nobodyIsKeptAcrossADropOrAnotherDatabase() {
        var cache = UserCache()
        let (_, ticket) = cache.take([ada], of: file)
        cache.drop()
        cache.keep(users(at: 1), since: ticket)
        #expect(version(in: &cache, of: file) == nil)
        cache.renew(users(at: 1), of: file)
        #expect(version(in: &cache, of: UserCache.File(version: 0, identity: StoreIdentity(rawValue: 8))) == nil)
    }
}
