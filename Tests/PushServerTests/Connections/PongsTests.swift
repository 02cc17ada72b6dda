import Testing

@testable import PushServer

struct PongsTests {
    @Test func aReadingClientGetsOnePongForEachPing() {
        var pongs = Pongs()
        for nonce in 1...3 as ClosedRange<UInt64> {
            #expect(pongs.pinged(nonce) == nonce)
            #expect(pongs.written() == nil)
        }
    }

    @Test func whileAPongIsBeingWrittenOnlyTheNewestPingIsAnswered() {
        var pongs = Pongs()
        #expect(pongs.pinged(1) == 1)
        for nonce in 2...2000 as ClosedRange<UInt64> { #expect(pongs.pinged(nonce) == nil) }
        #expect(pongs.written() == 2000)
        #expect(pongs.pinged(2001) == nil, "that of 2000 is on its way")
        #expect(pongs.written() == 2001)
        #expect(pongs.written() == nil)
        #expect(pongs == Pongs())
    }
}
