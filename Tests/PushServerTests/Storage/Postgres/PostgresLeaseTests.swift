#if FLEET
    import Dispatch
    import Logging
    import NIOConcurrencyHelpers
    import PostgresKit
    import Shared
    import TestSupport
    import Testing

    @testable import PushServer

    @Suite(
        .timeLimit(.minutes(5)),
        .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
    )
    struct PostgresLeaseTests {
        private static func holder(_ number: UInt64) throws -> LeaseHolder {
            let pin = try #require(PublicKeyPin("sha256/" + String(repeating: "A", count: 43) + "="))
            return LeaseHolder(node: NodeID(high: number, low: 1), address: "node\(number):7443", pin: pin)
        }

        private func withNodes(
            _ body: (PostgresUserStore, PostgresUserStore, LeaseHolder, LeaseHolder) async throws -> Void
        ) async throws {
            try await withStore(.postgres) { store, _, open in
                let other = try await open()
                try await body(
                    try #require(store as? PostgresUserStore),
                    try #require(other as? PostgresUserStore),
                    Self.holder(1),
                    Self.holder(2)
                )
                try await other.close()
            }
        }

        /// Any stranger can make a node check a secret. The lease must not wait for that, nor that for the lease.
        @Test func theCheckOfASecretDoesNotUseTheLeasesConnection() async throws {
            try await withNodes { store, _, ada, _ in
                let secret = AccessToken.random()
                try await store.addCredential(secret.hash, of: ada.node)
                let (isTaken, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                async let _ = store.lease.run { _ in
                    isTaken.signal()
                    mayEnd.wait()
                }
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        isTaken.wait()
                        continuation.resume()
                    }
                }
                #expect(try await store.node(with: secret.hash) == ada.node)
                mayEnd.signal()
            }
        }

        @Test func oneOfTwoNodesGetsTheFirstLease() async throws {
            try await withNodes { one, two, ada, bob in
                #expect(try await one.lease() == nil)
                async let first = one.takeLease(for: ada, lasting: .seconds(60), above: 0)
                async let second = two.takeLease(for: bob, lasting: .seconds(60), above: 0)
                let (here, there) = try await (first, second)
                #expect(here.holder == there.holder && here.term == 1 && there.term == 1)
                #expect([ada, bob].contains(here.holder) && here.left > .seconds(30))
            }
        }

        @Test func aLapsedLeaseIsTakenWithATermAboveAllHeardTerms() async throws {
            try await withNodes { one, two, ada, bob in
                _ = try await one.takeLease(for: ada, lasting: .zero, above: 4)
                let lapsed = try #require(try await two.lease())
                #expect(lapsed.hasLapsed && lapsed.holder == ada && lapsed.term == 5)
                let taken = try await two.takeLease(for: bob, lasting: .seconds(60), above: 11)
                #expect(taken.holder == bob && taken.term == 12)
                // The former holder can no longer prolong it.
                let kept = try await one.renewLease(of: ada, term: 5, lasting: .seconds(60))
                #expect(kept?.holder == bob && kept?.term == 12)
            }
        }

        @Test func aLapsedLeaseCanBeProlongedIfNobodyTookIt() async throws {
            try await withNodes { one, two, ada, bob in
                _ = try await one.takeLease(for: ada, lasting: .zero, above: 0)
                let kept = try #require(try await one.renewLease(of: ada, term: 1, lasting: .seconds(60)))
                #expect(kept.holder == ada && kept.term == 1 && kept.left > .zero)
                let other = try await two.takeLease(for: bob, lasting: .seconds(60), above: 0)
                #expect(other.holder == ada && other.term == 1)
            }
        }

        @Test(arguments: [
            ("'infinity'", true), ("clock_timestamp() + interval '1 hour'", true), ("'-infinity'", true),
            ("clock_timestamp() + interval '110 seconds'", false),
        ])
        func aLeaseThatEndsLaterThanAnyNodeWritesIsTaken(lapses: String, isTaken: Bool) async throws {
            try await withNodes { one, two, ada, bob in
                _ = try await one.takeLease(for: ada, lasting: .seconds(60), above: 0)
                try await one.write { try $0.perform("UPDATE lease SET lapses = \(lapses)", []) }
                #expect(try await two.lease()?.hasLapsed == true, "no node writes more than 3 s")
                let lease = try await two.takeLease(for: bob, lasting: .seconds(60), above: 0)
                #expect(lease.holder == (isTaken ? bob : ada) && lease.term == (isTaken ? 2 : 1))
            }
        }

        @Test func theDatabaseTellsItsClockWithAndWithoutALease() async throws {
            try await withNodes { one, _, ada, _ in
                let before = MarketTime.now
                let time = try await one.time()
                let lease = try await one.takeLease(for: ada, lasting: .seconds(60), above: 0)
                for time in [time, try #require(lease.time)] {
                    #expect((before.milliseconds - 1...MarketTime.now.milliseconds + 1).contains(time.milliseconds))
                }
            }
        }

        @Test func onlyItsHolderReleasesALeaseWhichIsThenFreeAtOnce() async throws {
            try await withNodes { one, two, ada, bob in
                let held = try await one.takeLease(for: ada, lasting: .seconds(60), above: 0)
                try await two.releaseLease(of: bob.node, term: held.term)
                #expect(try #require(try await two.lease()).left > .zero)
                try await one.releaseLease(of: ada.node, term: held.term)
                let taken = try await two.takeLease(for: bob, lasting: .seconds(60), above: 0)
                #expect(taken.holder == bob && taken.term == 2)
            }
        }

        @Test func theLastTermCanBeHeldAndIsThenReportedInWords() async throws {
            try await withNodes { one, two, ada, bob in
                let held = try await one.takeLease(for: ada, lasting: .seconds(60), above: UInt32.max - 1)
                #expect(held.holder == ada && held.term == .max)
                let kept = try await two.takeLease(for: bob, lasting: .seconds(60), above: .max)
                #expect(kept.holder == ada, "it has not lapsed")
                #expect(try await one.renewLease(of: ada, term: .max, lasting: .zero)?.term == .max)
                await #expect(throws: PostgresStoreError.lastTerm) {
                    try await two.takeLease(for: bob, lasting: .seconds(60), above: 0)
                }
                #expect(try await two.lease()?.term == .max, "the row stays readable")
            }
        }

        @Test func aTermThatNoNodeWritesIsReportedInWords() async throws {
            try await withNodes { one, two, ada, _ in
                _ = try await one.takeLease(for: ada, lasting: .seconds(60), above: 0)
                for term in ["4294967296", "-1"] {
                    try await one.write { try $0.perform("UPDATE lease SET term = \(term)", []) }
                    await #expect(throws: PostgresStoreError.unreadableLease) { try await two.lease() }
                }
            }
        }

        @Test func aRenewedKeyIsWrittenWithTheLease() async throws {
            try await withNodes { one, two, ada, _ in
                let held = try await one.takeLease(for: ada, lasting: .seconds(60), above: 0)
                let pin = try #require(PublicKeyPin("sha256/" + String(repeating: "B", count: 42) + "A="))
                let renewed = LeaseHolder(node: ada.node, address: ada.address, pin: pin)
                _ = try await one.renewLease(of: renewed, term: held.term, lasting: .seconds(60))
                #expect(try await two.lease()?.holder == renewed)
            }
        }

        @Test func aServerThatStandsAloneSaysThatNodesUseItsDatabase() async throws {
            try await withNodes { one, two, ada, _ in
                let (clock, lines) = (TestClock(), NIOLockedValueBox<[String]>([]))
                let logger = Logger(label: "test") { _ in LineLog(lines: lines) }
                let watch = FleetWatch(store: one, clock: clock, logger: logger)
                async let _ = watch.run()
                while lines.withLockedValue(\.isEmpty) {
                    try Task.checkCancellation()
                    _ = try await two.takeLease(for: ada, lasting: LeaseRules.duration, above: 0)
                    clock.endSleeps()
                }
                let words = lines.withLockedValue(\.first)
                #expect(words == ServerError.fleetRuns(leader: ada.address).description)
            }
        }

        @Test func aNodeMayHaveTwoCredentialsAndAStrangerNone() async throws {
            try await withNodes { one, two, ada, _ in
                let hashes = (1...3).map { TokenHash(bytes: [$0]) }
                for hash in hashes { try await one.addCredential(hash, of: ada.node) }
                var known: [NodeID?] = []
                for hash in hashes { known.append(try await two.node(with: hash)) }
                #expect(known == [nil, ada.node, ada.node])
                #expect(try await two.node(with: .test) == nil)
                try await one.removeCredentials(of: ada.node)
                #expect(try await two.node(with: hashes[2]) == nil)
            }
        }
    }
#endif
