extension HTTPAnswer {
    /// Checks an answer of CoinMarketCap and passes its `data` to `read` (providers.md section 1.4).
    ///
    /// `read` may run before the status is known, so its results are valid only if this method returns.
    func coinMarketCap(
        _ read: (inout JSONReader) throws(JSONError) -> Void
    ) throws(ProviderFailure) -> CoinMarketCapStatus {
        var status = CoinMarketCapStatus()
        guard isSuccess else {
            // A body that is not JSON adds nothing to the HTTP status.
            try? json { reader throws(JSONError) in
                try reader.members { reader, key throws(JSONError) in
                    if key == "status" { try status.read(&reader) }
                }
            }
            throw status.failure(in: self) ?? failureByStatus
        }
        try json { reader throws(JSONError) in
            try reader.members { reader, key throws(JSONError) in
                switch key {
                case "status": try status.read(&reader)
                case "data": try read(&reader)
                default: break
                }
            }
        }
        if let failure = status.failure(in: self) { throw failure }
        return status
    }
}
